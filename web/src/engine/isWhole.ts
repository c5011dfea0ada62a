/** Whether bytes arrived as a list of files describes them. */
import { hexOf } from "./hex.ts";

export interface DescribedFile {
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** Compares size and SHA-256. Only pages that came over https or from this device can compute hashes; others compare the size. */
export async function isWhole(data: Uint8Array<ArrayBuffer>, file: DescribedFile): Promise<boolean> {
  if (data.byteLength !== file.bytes) return false;
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined) return true;
  return hexOf(new Uint8Array(await subtle.digest("SHA-256", data))) === file.sha256;
}
