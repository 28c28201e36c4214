/** Where a person is told of their notices while the site is closed. */
export interface NoticeCommands {
  /** What a browser gave for its subscription (RFC 8291), base64url. It lasts as long as the session that asks. */
  'subscribe-to-pushes': {
    input: { endpoint: string; p256dh: string; auth: string }
    output: { subscription_id: string }
  }
  'unsubscribe-from-pushes': { input: { subscription_id: string }; output: { subscription_id: string } }
}
