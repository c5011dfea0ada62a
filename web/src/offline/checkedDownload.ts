/** One file from the network, told while it arrives and checked before anybody uses it. */
import { isWhole } from "../engine/isWhole";
import { streamedBytes } from "../engine/streamedBytes";
import { FROM_NETWORK, type OfflineFile } from "./offlineList";
import { OfflineTrouble } from "./offlineTrouble";

/** These tell of the way over the network; the kept file has gone it already. */
const NOT_KEPT = ["content-encoding", "content-length", "vary"];

/** Fetch a file: what the browser has of it in its own cache will do, unless it is an old one. */
export async function checkedDownload(
  address: string,
  file: OfflineFile,
  signal: AbortSignal,
  onbytes: (bytes: number) => void,
): Promise<Response> {
  const isChecked = file.sha256 !== "";
  const first = await download(address, file, isChecked ? "default" : "no-cache", signal, onbytes);
  if (!isChecked || (await isRight(first.bytes, file))) return kept(first);
  onbytes(-first.bytes.byteLength);
  const second = await download(address, file, "reload", signal, onbytes);
  if (await isRight(second.bytes, file)) return kept(second);
  throw new OfflineTrouble(second.bytes.byteLength < file.bytes ? "cut" : "damaged");
}

/** Whether these are the bytes of the file; of one that is not checked, any are. */
export async function isRight(bytes: Uint8Array<ArrayBuffer>, file: OfflineFile): Promise<boolean> {
  return file.sha256 === "" || isWhole(bytes, file);
}

interface Downloaded {
  answer: Response;
  bytes: Uint8Array<ArrayBuffer>;
}

async function download(
  address: string,
  file: OfflineFile,
  cache: RequestCache,
  signal: AbortSignal,
  onbytes: (bytes: number) => void,
): Promise<Downloaded> {
  let answer: Response;
  try {
    answer = await fetch(address, { cache, signal, headers: FROM_NETWORK });
  } catch {
    signal.throwIfAborted();
    throw new OfflineTrouble("network");
  }
  if (answer.status >= 500) throw new OfflineTrouble("network");
  // The site no longer has what its list named.
  if (!answer.ok) throw new OfflineTrouble("changed");
  return { answer, bytes: await allBytes(answer, file, signal, onbytes) };
}

async function allBytes(
  answer: Response,
  file: OfflineFile,
  signal: AbortSignal,
  onbytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await streamedBytes(answer, file.bytes, onbytes);
  } catch {
    signal.throwIfAborted();
    throw new OfflineTrouble("cut");
  }
}

function kept({ answer, bytes }: Downloaded): Response {
  const headers = new Headers(answer.headers);
  for (const name of NOT_KEPT) headers.delete(name);
  return new Response(bytes, { headers });
}
