// Reports of messages, and the decisions of staff.
export const REPORT_DECISIONS = ['nothing', 'hidden', 'warned'] as const
export type ReportDecision = (typeof REPORT_DECISIONS)[number]

export const reportDecisionLabels: Record<ReportDecision, string> = {
  nothing: 'Nothing wrong',
  hidden: 'Hidden',
  warned: 'Writer warned',
}

/** Stands in the place of a message that staff have hidden; the message itself is kept with its report. */
export const HIDDEN_TEXT = /*i18n*/ 'This message was hidden by our staff.'

export const reporterTexts: Record<ReportDecision, string> = {
  nothing: /*i18n*/ 'We looked at the message that you reported, and found nothing against our rules.',
  hidden: /*i18n*/ 'We looked at the message that you reported, and have hidden it. Thank you for telling us.',
  warned: /*i18n*/ 'We looked at the message that you reported, and have warned its writer. Thank you for telling us.',
}

/** A writer with nothing to answer for does not hear that somebody reported them. */
export type ReportConsequence = Exclude<ReportDecision, 'nothing'>

export const writerTexts: Record<ReportConsequence, string> = {
  hidden: /*i18n*/ 'Somebody reported a message of yours. It is against our rules, and is hidden now.',
  warned:
    /*i18n*/ 'Somebody reported a message of yours. It is against our rules; please do not write like this again.',
}
