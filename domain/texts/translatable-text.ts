/**
 * An English text that screens translate: a text of the catalogue, a template with its values, or several of them, such
 * as sentences. A text that is not in the catalogue, such as one that a user typed, stays as it is.
 */
export type TranslatableText = string | TextTemplate | readonly (string | TextTemplate)[]

/** An English text with {placeholders}, which is also its key in the catalogue, and the values to fill in. */
export interface TextTemplate {
  readonly text: string
  /** Strings are filled in as they are: names, amounts, times. A template as a value is translated too. */
  readonly values: Readonly<Record<string, Value>>
}

type Value = string | number | TextTemplate

type PlaceholderOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never

/** A template with exactly the values that it needs. Mark the text, `/*i18n*\/`, for the catalogue. */
export const withValues = <const Text extends string>(
  text: Text,
  values: Readonly<Record<PlaceholderOf<Text>, Value>>,
): TextTemplate => ({ text, values })

/** Makes a text of the catalogue a value that is translated, such as the label of a field. */
export const translatedValue = (text: string | TextTemplate): TextTemplate =>
  typeof text === 'string' ? { text, values: {} } : text

/** The English text: for mails, logs, and clients that do not translate. */
export function formatInEnglish(text: TranslatableText): string {
  if (typeof text === 'string') return text
  if (!('text' in text)) return text.map(formatInEnglish).join(' ')
  return text.text.replace(/\{(\w+)\}/g, (place, name) => {
    const value = text.values[name] ?? place
    return typeof value === 'object' ? formatInEnglish(value) : String(value)
  })
}
