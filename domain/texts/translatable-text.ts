/** A message and the values of its placeholders, for screens to translate. */
export interface TranslatableText {
  text: string
  values: Record<string, string | number>
}

/** Formats a message that is always in English, such as those on share cards. */
export function formatInEnglish({ text, values }: TranslatableText): string {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place))
}
