/** A desk for tests: the real one, in a Python process beside them. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { DeskFunction } from "../core/desk/deskHost";

export interface NativeDesk {
  answer: DeskFunction;
  end(): void;
}

interface Asked {
  resolve: (line: string) => void;
  reject: (reason: Error) => void;
}

/** Start one; it needs the `python` of this project on the path, as all tests of the client do. */
export function nativeDesk(): NativeDesk {
  const child = spawn("python", ["-m", "elbowroom.server.desk"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const waiting: Asked[] = [];
  lines.on("line", (line) => waiting.shift()?.resolve(line));
  child.on("exit", () => {
    for (const { reject } of waiting.splice(0)) reject(new Error("the desk has ended"));
  });
  return {
    answer: (request) => {
      return new Promise((resolve, reject) => {
        if (child.killed) {
          reject(new Error("the desk has ended"));
          return;
        }
        waiting.push({ resolve, reject });
        child.stdin.write(`${request}\n`);
      });
    },
    end: () => void child.kill(),
  };
}
