import { createTokenBuckets } from '#platform/http/guards/token-buckets.ts'
import type { RealtimeLimits } from './limits.ts'

/** The user, if signed in, and the group of the client's address. Without an address, only the user counts. */
export interface Actor {
  person: string | null
  address: string | null
}

/** Budgets that connections and HTTP calls of this process share. Each method is false if one is exceeded. */
export interface Budgets {
  join(actor: Actor): boolean
  send(actor: Actor): boolean
  /** The budget of a channel. Asked last, so that no one without the right to write uses it up. */
  sendTo(room: string): boolean
  track(actor: Actor): boolean
}

/** A burst may have as many calls as this many seconds allow. */
const BURST_SECONDS = 10

export function createBudgets(limits: RealtimeLimits): Budgets {
  const buckets = (perSecond: number) => createTokenBuckets({ burst: perSecond * BURST_SECONDS, perSecond })
  const joins = { person: buckets(limits.joinsPerSecondPerPerson), address: buckets(limits.joinsPerSecondPerAddress) }
  const messages = {
    person: buckets(limits.messagesPerSecondPerPerson),
    address: buckets(limits.messagesPerSecondPerAddress),
  }
  const rooms = buckets(limits.messagesPerSecondPerChannel)
  const tracks = createTokenBuckets({
    burst: limits.presenceCallsPer30SecondsPerPerson,
    perSecond: limits.presenceCallsPer30SecondsPerPerson / 30,
  })
  const spend = ({ person, address }: Actor, budget: typeof joins) =>
    (person === null || budget.person.spend(person, 1) === 0) &&
    (address === null || budget.address.spend(address, 1) === 0)
  return {
    join: (actor) => spend(actor, joins),
    send: (actor) => spend(actor, messages),
    sendTo: (room) => rooms.spend(room, 1) === 0,
    track: ({ person, address }) => {
      const holder = person ?? address
      return holder === null || tracks.spend(holder, 1) === 0
    },
  }
}

export const personOf = (claims: Record<string, unknown>): string | null =>
  typeof claims.sub === 'string' ? claims.sub : null
