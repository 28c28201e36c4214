// Requests of people about their data (NDPA 2023, sections 34 to 38), and the clock of incidents (section 40).

export const REQUEST_KINDS = ['access', 'correction', 'erasure', 'objection', 'withdrawal'] as const
export type DataRequestKind = (typeof REQUEST_KINDS)[number]

export const requestKindLabels: Record<DataRequestKind, string> = {
  access: 'Copy of their data',
  correction: 'Correction',
  erasure: 'Erasure',
  objection: 'Objection to a use',
  withdrawal: 'Withdrawal of consent',
}

export const REQUEST_CHANNELS = ['e-mail', 'phone', 'letter', 'in-person'] as const
type StaffChannel = (typeof REQUEST_CHANNELS)[number]

export const requestChannelLabels: Record<StaffChannel | 'account', string> = {
  account: 'Their account',
  'e-mail': 'E-mail',
  phone: 'Phone',
  letter: 'Letter',
  'in-person': 'In person',
}

export type DataRequestStatus = 'open' | 'confirming' | 'fulfilled' | 'refused'

export const requestStatusLabels: Record<DataRequestStatus, string> = {
  open: 'Open',
  confirming: 'Waits for a second chief',
  fulfilled: 'Fulfilled',
  refused: 'Refused',
}

/** Steps of an open request; erasures are fulfilled by `confirm-erasure` alone. */
export const REQUEST_STEPS = ['take', 'extend', 'fulfil', 'refuse'] as const
export type DataRequestStep = (typeof REQUEST_STEPS)[number]

const NOTICE_HOURS = 72
const HOUR_MS = 3_600_000

/** Hours left to notify the commission; negative once they have passed. */
export function hoursToNotify(discoveredAt: Date, now: Date): number {
  const left = NOTICE_HOURS - (now.getTime() - discoveredAt.getTime()) / HOUR_MS
  return left < 0 ? Math.floor(left) : Math.ceil(left)
}
