import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { AuthSms, Call } from '../auth.ts'
import { AuthRefusal, invalid } from '../refusals.ts'
import type { User } from '../users/users.ts'
import { issueToken, type TokenType } from './one-time-tokens.ts'

export const channelField = { channel: z.string().nullish() }

export function readChannel(body: { channel?: string | null | undefined }): 'sms' | 'whatsapp' {
  const channel = body.channel || 'sms'
  if (channel !== 'sms' && channel !== 'whatsapp')
    throw invalid('Invalid channel: supported values are "sms" or "whatsapp"')
  return channel
}

/** The code for a text message, which is sent after the transaction, because a provider may take seconds to respond. */
export async function issueSmsCode(
  tx: PoolClient,
  call: Call,
  { user, type, to }: { user: User; type: TokenType; to: string },
): Promise<string> {
  const { code } = await issueToken(tx, call.auth, { userId: user.id, type, relatesTo: to })
  return code
}

export async function sendSms(call: Call, sms: AuthSms): Promise<{ message_id: string }> {
  try {
    const { messageId } = await call.auth.sendSms(sms)
    return { message_id: messageId }
  } catch (error) {
    call.auth.reportFault(error)
    throw new AuthRefusal(422, 'sms_send_failed', 'Error sending the SMS, please try again later')
  }
}

/**
 * Sends it after the response, which must not reveal whether there is a recipient: neither by its content nor by the
 * time that the gateway takes.
 */
export function sendSmsLater(call: Call, sms: AuthSms): void {
  call.auth.sendSms(sms).catch((fault: unknown) => call.auth.reportFault(fault))
}
