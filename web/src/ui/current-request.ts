/** The newest request of an element. Starting another aborts the previous one, whose answer must be ignored. */
export class CurrentRequest {
  private controller = new AbortController();

  start(): AbortSignal {
    this.controller.abort();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  abort(): void {
    this.controller.abort();
  }
}
