import type { Database } from '#platform/postgres/database.ts'
import { identityOf } from '#platform/postgres/testing.ts'
import { databasePolicy } from '#platform/realtime/rights/database-policy.ts'

/**
 * The rights of a person, or of a stranger, in a private channel, as "read broadcast" and so on. `claims` change those
 * of the token.
 */
export async function channelRights(
  database: Database,
  person: string | null,
  topic: string,
  claims: Record<string, unknown> = {},
): Promise<string[]> {
  const identity = identityOf(person)
  const policy = databasePolicy({ database, opensPublicWrites: false })
  const { reads, writes } = await policy(
    { ...identity, claims: { ...identity.claims, ...claims } },
    { topic, private: true },
  )
  return Object.entries({ read: reads, write: writes }).flatMap(([verb, rights]) =>
    Object.entries(rights).flatMap(([extension, has]) => (has ? [`${verb} ${extension}`] : [])),
  )
}
