/** Texts of the catalogues, in which the figures of `readStats` have their places. */
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
