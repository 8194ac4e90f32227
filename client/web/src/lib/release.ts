/** The page may be older than the server after an upgrade; parts that it loads later are then missing. */

/** Return true if the server has another build of the page than the one that runs. */
export async function isOutdated(): Promise<boolean> {
  try {
    const html = await (await fetch("/", { cache: "no-cache" })).text();
    const running = document.querySelector("script[type=module]")?.getAttribute("src");
    return html.includes("<script type=\"module\"") && typeof running === "string" && !html.includes(`"${running}"`);
  } catch {
    return false; // tried again after the next reconnection
  }
}
