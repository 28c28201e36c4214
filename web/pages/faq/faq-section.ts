/** Untranslated messages with the parameters of `readFigures`. */
export interface Question {
  question: string
  /** Paragraphs. */
  answer: readonly string[]
}

export interface FaqSection {
  id: string
  title: string
  questions: readonly Question[]
}
