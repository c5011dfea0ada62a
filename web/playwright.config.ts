import { defineConfig, devices } from "@playwright/test";

/** What Chromium needs to run as root and without reaching for the network. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The same picture on every machine.
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  timeout: 180_000,
  expect: { timeout: 15_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: "disabled" } },
  snapshotPathTemplate: "e2e/pictures/{arg}{ext}",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    trace: "retain-on-failure",
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS },
  },
  projects: [
    { name: "play", testMatch: "**/*.spec.ts" },
    { name: "offline", testMatch: "**/*.offline.ts" },
    { name: "browsers", testMatch: "**/*.games.ts", workers: 1 },
    { name: "screenshots", testMatch: "**/*.shots.ts" },
    { name: "bench", testMatch: "**/*.bench.ts", testIgnore: "**/offline/**", workers: 1 },
    { name: "bench-offline", testMatch: "**/offline/*.bench.ts", workers: 1 },
  ],
});
