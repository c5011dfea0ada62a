/** The same luck in every run: the server's seed is known, and so is what people add to it when they sit down. */

/** Every table of a test server gets this seed. */
export const KNOWN_SEED = "5e".repeat(32);

/**
 * Runs in a page before its own scripts: whoever sits down there brings a known number instead of a random one, whether
 * it is told at once or committed to.
 */
export function bringKnownNonce(): void {
  const send = window.fetch;
  window.fetch = (resource, init) => {
    if (typeof init?.body !== "string" || !String(resource).endsWith("/join")) return send(resource, init);
    return send(resource, { ...init, body: init.body.replace(/"nonce":"[^"]*"/, '"nonce":"known"') });
  };
  // Numbers that are committed to have 20 bytes, and nothing else has. No two of a page are equal.
  const fill = crypto.getRandomValues.bind(crypto);
  let byte = 0x5e;
  crypto.getRandomValues = (array) =>
    array instanceof Uint8Array && array.length === 20 ? array.fill(byte++) : fill(array);
}

/** Runs in a page before its own scripts: tables that are opened on this device get a known seed. */
export function bringKnownSeed(seed: string): void {
  const post = Worker.prototype.postMessage as (
    this: Worker,
    message: unknown,
    transfer: Transferable[],
  ) => void;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, transfer: unknown = []): void {
    const sent = message as { request?: { ask?: string } } | null;
    const isOpening = sent?.request?.ask === "open";
    const known = isOpening ? { ...sent, request: { ...sent.request, seed } } : message;
    post.call(this, known, transfer as Transferable[]);
  };
}
