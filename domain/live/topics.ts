/** Whether a channel tells its members only how many they are. */
export const isCountedTopic = (topic: string): boolean => topic.startsWith('viewers:')

/** Whether the presences of a channel carry the ids of the people, which they cannot choose. */
export const hasPeopleAsKeys = (topic: string): boolean => /^(claim|support-case|message-report):/.test(topic)
