import type { Identity } from '#platform/postgres/database.ts'

/** Who may use which channel; asked for private channels, and for messages in public ones. Topics come without `realtime:`. */
export interface ChannelPolicy {
  mayRead(identity: Identity, channel: { topic: string; private: boolean }): Promise<boolean>
  mayWrite(identity: Identity, channel: { topic: string; private: boolean }): Promise<boolean>
}

/** Public channels are open to everybody, private ones to nobody. */
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
