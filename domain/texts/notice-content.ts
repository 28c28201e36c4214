/** Content of a notice in the app. */
export interface NoticeContent {
  title: string
  body: string
  /** Path of the page with the details. */
  link: string
}
