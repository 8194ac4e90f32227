import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** The server that the development server forwards to: `tavolata serve --web-port 7780`. */
const server = process.env.TAVOLATA_WEB ?? "http://127.0.0.1:7780";

export default defineConfig({
  plugins: [svelte()],
  // The unit tests run in Node but test the code for browsers.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  build: {
    target: "es2023",
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    proxy: {
      "/play": { target: server, ws: true },
      "/games.json": server,
    },
  },
  // The limit of a test is for endless loops; a busy machine must not reach it.
  test: { include: ["src/**/*.test.ts"], environment: "node", testTimeout: 60_000 },
});
