/** The Cache API of a browser, as far as files kept offline use it, in memory. */

export class FakeCache {
  readonly entries = new Map<string, { bytes: ArrayBuffer; headers: Headers }>();
  /** How many bytes it takes before it is full. */
  room = Infinity;

  async put(address: string, answer: Response): Promise<void> {
    const bytes = await answer.arrayBuffer();
    if (bytes.byteLength > this.room) throw new DOMException("no room", "QuotaExceededError");
    this.room -= bytes.byteLength;
    this.entries.set(address, { bytes, headers: answer.headers });
  }

  async match(address: string): Promise<Response | undefined> {
    const found = this.entries.get(address);
    return found === undefined ? undefined : new Response(found.bytes.slice(0), { headers: found.headers });
  }

  async delete(address: string): Promise<boolean> {
    return this.entries.delete(address);
  }

  async keys(): Promise<{ url: string }[]> {
    return [...this.entries.keys()].map((url) => ({ url }));
  }
}

export class FakeCaches {
  readonly named = new Map<string, FakeCache>();
  /** How many bytes each new cache takes. */
  room = Infinity;

  async open(name: string): Promise<FakeCache> {
    const found = this.named.get(name) ?? new FakeCache();
    if (!this.named.has(name)) found.room = this.room;
    this.named.set(name, found);
    return found;
  }

  async has(name: string): Promise<boolean> {
    return this.named.has(name);
  }

  async keys(): Promise<string[]> {
    return [...this.named.keys()];
  }

  async delete(name: string): Promise<boolean> {
    return this.named.delete(name);
  }

  async match(address: string, { cacheName }: { cacheName: string }): Promise<Response | undefined> {
    return this.named.get(cacheName)?.match(address);
  }
}
