export interface NoticeCommands {
  /** The browser's push subscription (RFC 8291), base64url. It ends with the session that made it. */
  'subscribe-to-pushes': {
    input: { endpoint: string; p256dh: string; auth: string }
    output: { subscription_id: string }
  }
  'unsubscribe-from-pushes': { input: { subscription_id: string }; output: { subscription_id: string } }
  /**
   * Consents to notices by SMS or WhatsApp to the caller's confirmed phone number, in place of the other channel, or
   * ends the consent.
   */
  'choose-text-channel': {
    input: { channel: 'sms' | 'whatsapp' | 'none' }
    output: { channel: 'sms' | 'whatsapp' | 'none' }
  }
}
