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
  send(sms: Sms): Promise<SentSms>
}

/** In units of the currency, with decimals. */
export interface SmsCharge {
  currency: string
  amount: number
}

interface SentSms {
  /** The provider's message id. */
  messageId: string
  /** The provider's charge, if it names one. */
  charge?: SmsCharge
}

/**
 * `refused`: this message will never be accepted. `unreachable`: no message reaches this number. `later`: it was not
 * accepted and may be sent again. `unknown`: it may have been accepted.
 */
export type SendFailure = 'refused' | 'unreachable' | 'later' | 'unknown'

/** The provider rejected the message or could not be reached. The error message is for logs and names no person. */
export class SmsFault extends Error {
  readonly failure: SendFailure
  constructor(message: string, { failure = 'refused', cause }: { failure?: SendFailure; cause?: unknown } = {}) {
    super(message, { cause })
    this.failure = failure
  }
}

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
    throw new SmsFault('The SMS provider did not answer', { cause, failure: failureWithoutAnswer(cause) })
  }
  if (!response.ok) {
    throw new SmsFault(`The SMS provider answered ${response.status}`, { failure: failureOfStatus(response.status) })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SmsFault('The SMS provider did not answer with JSON', { cause, failure: 'unknown' })
  }
}

/** No connection: nothing was sent. Any other end leaves open whether the request was processed. */
export function failureWithoutAnswer(fault: unknown): SendFailure {
  const code = fault instanceof Error && fault.cause instanceof Error && 'code' in fault.cause ? fault.cause.code : null
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(String(code))
    ? 'later'
    : 'unknown'
}

/** A gateway's timeout leaves open whether the request was processed; other refusals for load do not. */
export function failureOfStatus(status: number): SendFailure {
  if (status === 504) return 'unknown'
  return status === 429 || status >= 500 ? 'later' : 'refused'
}
