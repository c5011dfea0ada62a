import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

/** Where `elbowroom serve` listens while the client is developed. */
const server = process.env["ELBOWROOM_SERVER"] ?? "http://127.0.0.1:8710";

export default defineConfig({
  // Addresses are relative, as a static site may lie below any path; a server's pages get absolute ones (`client_files.py`).
  base: "./",
  plugins: [svelte(), svelteTesting()],
  worker: { format: "es" },
  build: {
    outDir: "../src/elbowroom/server/client",
    emptyOutDir: true,
    target: "es2022",
    // Fonts and pictures stay files: the content security policy knows no inline ones.
    assetsInlineLimit: 0,
    // All of it is smaller than what several requests cost.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Few files: what every page needs (not what runs on this device), what every game needs, and one for each page and each part that comes later.
        codeSplitting: {
          groups: [
            {
              name: "base",
              test: /node_modules\/(?!uqr)|src\/(words|settings|core\/(?!desk\/(?!device)|places\/devicePlace)|pieces\/(?!QrCode|ReportDialog)|pages\/(levels|start|LevelOffer))/,
              priority: 2,
            },
            {
              name: "game",
              test: /src\/(narration|sound\/(?!synthesis|recipes)|board\/(?!Still)|play\/(?!text|KeyHelp|Hints)|online\/(?!Chat|Claim|SeatMove))/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // The rules page reads the order of the rules from the package.
    fs: { allow: [".", "../src/elbowroom/content"] },
    proxy: {
      // The host stays the page's own: the server refuses what comes from pages of another origin.
      "/api": { target: server },
      "/ws": { target: server.replace("http", "ws"), ws: true },
      "^/(t/[^/]+/)?picture.png": server,
    },
  },
  test: {
    environment: "jsdom",
    // One document for each worker, fresh globals for each file: six times as fast as a document for each file.
    pool: "vmThreads",
    include: ["src/**/*.test.ts", "tools/**/*.test.ts"],
    setupFiles: ["src/testing/setup.ts"],
  },
});
