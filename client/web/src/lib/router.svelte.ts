/** The address of the page. Back and Forward can be held back by a guard. */

import { parse, type Route } from "./route";

class Router {
  route: Route = $state.raw(here());
  /** Called before the address changes by Back or Forward; true keeps the page where it is. */
  guard: (() => boolean) | null = null;

  constructor() {
    addEventListener("popstate", () => {
      if (this.guard?.()) history.pushState(null, "", "/t");
      else this.route = here();
    });
  }

  go(path: string, replace = false): void {
    if (location.pathname === path) return;
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.route = parse(path);
  }
}

function here(): Route {
  return parse(location.pathname, location.search, location.hash);
}

export const router = new Router();
