import { hasPeopleAsKeys, isCountedTopic } from '#domain/live/topics.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createBudgets } from '#platform/realtime/limits/budgets.ts'
import { LIMITS } from '#platform/realtime/limits/limits.ts'
import type { RealtimeSettings } from '#platform/realtime/operator-settings.ts'
import { databasePolicy } from '#platform/realtime/rights/database-policy.ts'

interface ChannelOptions {
  /** Limits of channels, and who may write to public ones; by default no one. */
  realtime?: RealtimeSettings
  rateLimits: boolean
}

/** Load tests open all connections from one address. */
const UNLIMITED = {
  connectionsPerAddress: Number.POSITIVE_INFINITY,
  connectionsPerNetwork: Number.POSITIVE_INFINITY,
  connectionsPerUser: Number.POSITIVE_INFINITY,
  bytesPerSecond: Number.POSITIVE_INFINITY,
  joinsPerSecondPerPerson: Number.POSITIVE_INFINITY,
  joinsPerSecondPerAddress: Number.POSITIVE_INFINITY,
  messagesPerSecondPerAddress: Number.POSITIVE_INFINITY,
}

/** Settings that sockets and HTTP calls share. */
export function channelSettings({ realtime, rateLimits }: ChannelOptions, database: Database) {
  const limits = { ...LIMITS, ...(rateLimits ? realtime?.limits : UNLIMITED) }
  return {
    database,
    policy: databasePolicy({ database, opensPublicWrites: realtime?.opensPublicWrites ?? false }),
    topics: { isCounted: isCountedTopic, hasOwnKeys: hasPeopleAsKeys },
    budgets: createBudgets(limits),
    limits,
  }
}
