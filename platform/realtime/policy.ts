import type { Identity } from '#platform/postgres/database.ts'

/** Authorises reading and writing of channels. Topics have no `realtime:` prefix. */
export interface ChannelPolicy {
  mayRead(identity: Identity, channel: { topic: string; private: boolean }): Promise<boolean>
  mayWrite(identity: Identity, channel: { topic: string; private: boolean }): Promise<boolean>
}

/** Public channels are open to everyone, private ones are closed. */
export const PUBLIC_ONLY: ChannelPolicy = {
  mayRead: async (_, channel) => !channel.private,
  mayWrite: async (_, channel) => !channel.private,
}

export async function mayUse(
  policy: ChannelPolicy,
  verb: 'mayRead' | 'mayWrite',
  { identity, ...channel }: { identity: Identity; topic: string; private: boolean },
): Promise<boolean> {
  return identity.role === 'service_role' || policy[verb](identity, channel)
}
