/** What was typed before, to be brought back with the arrow keys. */

const MAX_LINES = 100;

export class CommandHistory {
  private lines: readonly string[] = [];
  /** How many lines back; 0 is the line that is being typed. */
  private back = 0;
  private typed = "";

  add(line: string): void {
    if (line !== "" && line !== this.lines.at(-1)) this.lines = [...this.lines, line].slice(-MAX_LINES);
    this.back = 0;
  }

  older(current: string): string {
    if (this.back === 0) this.typed = current;
    this.back = Math.min(this.lines.length, this.back + 1);
    return this.line();
  }

  newer(current: string): string {
    if (this.back === 0) return current;
    this.back -= 1;
    return this.line();
  }

  private line(): string {
    return this.back === 0 ? this.typed : (this.lines.at(-this.back) ?? "");
  }
}
