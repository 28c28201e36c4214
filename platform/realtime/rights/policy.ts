import type { Identity } from '#platform/postgres/database.ts'

export interface ChannelName {
  /** Without the `realtime:` prefix. */
  topic: string
  private: boolean
}

type Extensions = Record<'broadcast' | 'presence', boolean>

/** The rights of an identity in one channel. */
export interface ChannelRights {
  reads: Extensions
  writes: Extensions
}

/** Authorises the use of channels. */
export type ChannelPolicy = (identity: Identity, channel: ChannelName) => Promise<ChannelRights>

const EVERYTHING: Extensions = { broadcast: true, presence: true }
const NOTHING: Extensions = { broadcast: false, presence: false }
export const ALL_RIGHTS: ChannelRights = { reads: EVERYTHING, writes: EVERYTHING }
/** Rights in public channels, unless a setting opens them for writing. */
export const READ_ONLY: ChannelRights = { reads: EVERYTHING, writes: NOTHING }
export const NO_RIGHTS: ChannelRights = { reads: NOTHING, writes: NOTHING }

/** Public channels are open to everyone, private ones are closed. */
export const PUBLIC_ONLY: ChannelPolicy = async (_, channel) => (channel.private ? NO_RIGHTS : ALL_RIGHTS)

/** The rights of an identity; the secret key has all of them. */
export async function rightsOf(
  policy: ChannelPolicy,
  identity: Identity,
  channel: ChannelName,
): Promise<ChannelRights> {
  return identity.role === 'service_role' ? ALL_RIGHTS : policy(identity, channel)
}

/** Whether a client may join: with the right to read either kind of message. */
export const mayJoin = ({ reads }: ChannelRights): boolean => reads.broadcast || reads.presence
