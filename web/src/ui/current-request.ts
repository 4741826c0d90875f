/** The newest request of an element: starting another aborts the one before, whose answer is then to be ignored. */
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
