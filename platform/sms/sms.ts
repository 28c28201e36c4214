export interface Sms {
  /** E.164 without the plus sign. */
  to: string
  text: string
  channel: 'sms' | 'whatsapp'
}

/**
 * Sends text messages, each with one attempt. Throws an `SmsFault` if the provider does not accept a message. Another
 * provider implements this interface; `platform/auth/operator-settings.ts` chooses one by the settings.
 */
export interface SmsGateway {
  name: string
  /** Returns the provider's message id. */
  send(sms: Sms): Promise<{ messageId: string }>
}

/** The provider rejected the message or could not be reached. The error message is for logs and names no person. */
export class SmsFault extends Error {}

export interface SmsConnection {
  baseUrl: string
  apiKey: string
  /** The sender name that phones show, registered with the provider. */
  sender: string
  timeoutMs?: number
}

/** Calls a provider and returns its JSON; every failure is an `SmsFault`. */
export async function callProvider(url: string, init: RequestInit & { timeoutMs: number }): Promise<unknown> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(init.timeoutMs) })
    text = await response.text()
  } catch (cause) {
    throw new SmsFault('The SMS provider did not answer', { cause })
  }
  if (!response.ok) throw new SmsFault(`The SMS provider answered ${response.status}`)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SmsFault('The SMS provider did not answer with JSON', { cause })
  }
}
