/** Records of the desks that show who else has them open. */
export type OpenRecord = 'claim' | 'support-case'

/** The private channel of a row. Policies in the database decide who may use it. */
export const topicOf = (kind: OpenRecord | 'conversation' | 'viewers', id: string): string => `${kind}:${id}`

/** Whether a channel tells its members only how many they are. */
export const isCountedTopic = (topic: string): boolean => topic.startsWith('viewers:')

/** Whether the presences of a channel carry the ids of the people, which they cannot choose. */
export const hasPeopleAsKeys = (topic: string): boolean => /^(claim|support-case):/.test(topic)

/** The event of a conversation in which somebody writes. `by`: the id of a person, or `MARKET`. */
export const WRITING = 'writing'
/** In place of the id of a member of staff who answers for the market. */
export const MARKET = 'market'
/** At most one is sent in this time, and each is shown for `WRITING_SHOWN_MS`. */
export const WRITING_EVERY_MS = 3_000
export const WRITING_SHOWN_MS = 5_000
