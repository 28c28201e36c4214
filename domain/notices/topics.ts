// What a person chooses about: each notice of the market has one topic (ways.ts), and each topic its channels. In the app everything stands.

export const TOPICS = ['orders', 'prices', 'shops', 'messages', 'rewards'] as const
export type Topic = (typeof TOPICS)[number]

export const topicTexts: Record<Topic, { label: string; hint: string }> = {
  orders: {
    label: 'Orders and payments',
    hint: 'Payments, refunds, claims, goods that are ready, and all about your own shop.',
  },
  prices: { label: 'Prices and group buys', hint: 'A group buy opens for a product you follow.' },
  shops: { label: 'Shops I follow', hint: 'One of them opens a group buy.' },
  messages: { label: 'Messages and questions', hint: 'Somebody wrote to you and you have not read it yet.' },
  rewards: { label: 'Rewards and news', hint: 'PEPS that people you brought have earned you.' },
}

export type Channel = 'mail' | 'push'

/** Mail about orders and money always goes: it is what a person can show later. */
export const alwaysByMail = (topic: Topic): boolean => topic === 'orders'

/** As in the column of public.notice_preferences. */
export const preferenceName = <C extends Channel, T extends Topic>(channel: C, topic: T): `${C}_${T}` =>
  `${channel}_${topic}`
