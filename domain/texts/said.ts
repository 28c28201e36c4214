/** A sentence and what stands in its places, so that a screen can say it in the reader's language. */
export interface Said {
  text: string
  values: Record<string, string | number>
}

/** For what is in English wherever it is read, such as the pictures that chats show. */
export function inEnglish({ text, values }: Said): string {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place))
}
