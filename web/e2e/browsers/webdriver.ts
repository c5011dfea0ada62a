/** The few commands of the W3C WebDriver protocol that a game needs. */

/** The name under which the protocol hands out elements. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

export type Element = Record<typeof ELEMENT, string>;

export class WebDriver {
  private readonly driver: string;
  private session = "";

  constructor(driver: string) {
    this.driver = driver;
  }

  /** Wait until the driver answers. */
  async waitUntilReady(patience: number): Promise<void> {
    const end = Date.now() + patience;
    while (Date.now() < end) {
      if (await this.send("GET", "/status").catch(() => null)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("the driver of the browser did not start");
  }

  async begin(capabilities: Record<string, unknown>): Promise<void> {
    const { sessionId } = await this.send<{ sessionId: string }>("POST", "/session", {
      capabilities: { alwaysMatch: capabilities },
    });
    this.session = `/session/${sessionId}`;
  }

  async end(): Promise<void> {
    await this.send("DELETE", this.session);
  }

  post<Value>(command: string, body: unknown = {}): Promise<Value> {
    return this.send<Value>("POST", `${this.session}/${command}`, body);
  }

  /** Run a function in the page; elements come as references. */
  run<Value>(work: (argument: never) => unknown, argument: unknown): Promise<Value> {
    return this.post<Value>("execute/sync", {
      script: `return (${work.toString()})(...arguments)`,
      args: [argument],
    });
  }

  click(element: Element): Promise<null> {
    return this.post(`element/${element[ELEMENT]}/click`);
  }

  clickAt(x: number, y: number): Promise<null> {
    return this.post("actions", {
      actions: [
        {
          type: "pointer",
          id: "mouse",
          parameters: { pointerType: "mouse" },
          actions: [
            { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
            { type: "pointerDown", button: 0 },
            { type: "pointerUp", button: 0 },
          ],
        },
      ],
    });
  }

  private async send<Value>(method: string, path: string, body?: unknown): Promise<Value> {
    const response = await fetch(this.driver + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: Value };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  }
}
