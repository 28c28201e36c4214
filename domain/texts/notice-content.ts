/** Content of a notice in the app. */
export interface NoticeContent {
  title: string
  body: string
  /** Path of the page with the details. */
  link: string
}

/** Functions that render notices, by name of the mail. */
export type NoticeTable<Mails> = { [Name in keyof Mails]: (facts: Mails[Name]) => NoticeContent }
