/** Words that nobody else has; `crypto.randomUUID` is missing on pages that came without https. */
export function unique(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
