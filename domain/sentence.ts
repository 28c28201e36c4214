/** A sentence with places for its values: screens say it in the reader's language, all else in English. */
export interface Sentence {
  text: string
  values: Readonly<Record<string, string | number>>
}

/** "3 more people to ₦58,000" */
export const inEnglish = ({ text, values }: Sentence): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
