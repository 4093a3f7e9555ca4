// Sends the messages of one event-loop turn to another thread together: a thread hop costs more
// than the messages in it.
export class MessageBatcher<Message> {
  readonly #post: (messages: Message[]) => void;
  readonly #unsendable: (message: Message, error: Error) => void;
  #messages: Message[] = [];

  constructor(
    post: (messages: Message[]) => void,
    unsendable: (message: Message, error: Error) => void,
  ) {
    this.#post = post;
    this.#unsendable = unsendable;
  }

  push(message: Message): void {
    if (this.#messages.push(message) === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const messages = this.#messages;
    this.#messages = [];
    try {
      this.#post(messages);
    } catch {
      // One of them cannot be cloned. The others are still sent.
      for (const message of messages) this.#postAlone(message);
    }
  }

  #postAlone(message: Message): void {
    try {
      this.#post([message]);
    } catch (error) {
      this.#unsendable(message, error as Error);
    }
  }
}
