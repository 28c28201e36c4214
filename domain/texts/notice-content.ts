import type { TranslatableText } from './translatable-text.ts'

/** Content of a notice in the app. */
export interface NoticeContent {
  title: TranslatableText
  body: TranslatableText
  /** Path of the page with the details. */
  link: string
}
