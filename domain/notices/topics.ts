// Notification preferences: each notice has one topic (`topic` of its `defineMessage`), and users choose the channels
// of each topic. All notices are shown in the app.

export const TOPICS = ['orders', 'prices', 'shops', 'messages', 'rewards'] as const
export type Topic = (typeof TOPICS)[number]

export const topicTexts: Record<Topic, { label: string; hint: string }> = {
  orders: {
    label: /*i18n*/ 'Orders and payments',
    hint: /*i18n*/ 'Payments, refunds, claims, goods that are ready, and anything about your own shop.',
  },
  prices: {
    label: /*i18n*/ 'Prices and group buys',
    hint: /*i18n*/ 'A group buy opens for a product you follow, or something you asked for is there.',
  },
  shops: { label: /*i18n*/ 'Shops I follow', hint: /*i18n*/ 'One of them opens a group buy.' },
  messages: {
    label: /*i18n*/ 'Messages and questions',
    hint: /*i18n*/ 'Somebody wrote to you and you have not read it yet, or a shop writes to the people in a group buy.',
  },
  rewards: { label: /*i18n*/ 'Rewards and news', hint: /*i18n*/ 'PEPS you earn from people you referred.' },
}

export type Channel = 'mail' | 'push'

/** Mails about orders and money cannot be turned off: they are the user's records. */
export const alwaysByMail = (topic: Topic): boolean => topic === 'orders'

/** The column of `public.notice_preferences`. */
export const preferenceColumn = <C extends Channel, T extends Topic>(channel: C, topic: T): `${C}_${T}` =>
  `${channel}_${topic}`
