import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Database, type Identity, SERVICE } from '#platform/postgres/database.ts'
import { ALL_RIGHTS, type ChannelPolicy, type ChannelRights, READ_ONLY } from './policy.ts'

interface DatabasePolicyOptions {
  database: Database
  /** Whether everyone may write to public channels. */
  opensPublicWrites: boolean
}

/** Rights of an API key in a channel are the same for everyone without a session, and asked once in this time. */
const ANONYMOUS_RIGHTS_MS = 30_000
const MAX_ANONYMOUS_RIGHTS = 5_000
/** A policy is one look at a few rows. */
const STATEMENT_TIMEOUT_MS = 3_000

/** Asks the policies of `realtime.messages` who may use private channels. Public ones are open for reading. */
export function databasePolicy({ database, opensPublicWrites }: DatabasePolicyOptions): ChannelPolicy {
  const anonymous = new LRUCache<string, Promise<ChannelRights>>({
    max: MAX_ANONYMOUS_RIGHTS,
    ttl: ANONYMOUS_RIGHTS_MS,
  })
  return async (identity, channel) => {
    if (!channel.private) return opensPublicWrites ? ALL_RIGHTS : READ_ONLY
    if (identity.claims.sub !== undefined) return askPolicies(database, identity, channel.topic)
    const key = `${identity.role} ${channel.topic}`
    const known = anonymous.get(key)
    if (known) return known
    const asked = askPolicies(database, identity, channel.topic)
    anonymous.set(key, asked)
    // A failure is not remembered.
    asked.catch(() => anonymous.delete(key))
    return asked
  }
}

/** One transaction that is rolled back: it reads rows of the channel, and writes some, as the person. */
async function askPolicies(database: Database, identity: Identity, topic: string): Promise<ChannelRights> {
  const rollback = new Error('rolled back')
  const probes = [randomUUID(), randomUUID()]
  let rights: string[] = []
  try {
    await database.as(
      SERVICE,
      async (tx) => {
        await tx.query(INSERT_PROBES, [probes, topic])
        await tx.query(BECOME, [identity.role, JSON.stringify(identity.claims)])
        const { rows } = await tx.query<{ rights: string[] }>(ASK, [probes])
        rights = rows[0]?.rights ?? []
        throw rollback
      },
      { settings: { 'realtime.topic': topic }, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
    )
  } catch (error) {
    if (error !== rollback) throw error
  }
  const extensions = (verb: string) => ({
    broadcast: rights.includes(`${verb} broadcast`),
    presence: rights.includes(`${verb} presence`),
  })
  return { reads: extensions('read'), writes: extensions('write') }
}

const INSERT_PROBES = `
  insert into realtime.messages (id, topic, extension, private)
  select id, $2, extension, true from unnest($1::uuid[], array['broadcast', 'presence']) probe (id, extension)`
const BECOME = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`
const ASK = 'select realtime.channel_rights($1::uuid[]) as rights'
