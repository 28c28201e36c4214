import { createHash, timingSafeEqual } from 'node:crypto'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { AuthRefusal, invalid } from '../refusals.ts'
import type { Proof } from '../sessions/sessions.ts'

/** The fields with which a client announces PKCE (RFC 7636). */
export const challengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
}

export interface Challenge {
  challenge: string
  method: 's256' | 'plain'
}

export function readChallenge(body: {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: name } = body
  if (!challenge && !name) return null
  if (!challenge || !name) throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  const method = name.toLowerCase()
  if (method !== 's256' && method !== 'plain') throw invalid('Unsupported code challenge method')
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw invalid('Code challenge must be 43 to 128 characters of the allowed set')
  }
  return { challenge, method }
}

interface NewFlow {
  userId: string | null
  challenge: Challenge | null
  /** The name of the session's proof, such as `recovery`. */
  method: string
  provider: string
}

/** Stores the challenge until the person returns through a mail link or from a provider. */
export async function insertFlow(tx: PoolClient, flow: NewFlow): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.flow_state (user_id, code_challenge, code_challenge_method, authentication_method, provider_type)
     values ($1, $2, $3, $4, $5) returning id`,
    [flow.userId, flow.challenge?.challenge ?? null, flow.challenge?.method ?? null, flow.method, flow.provider],
  )
  return rows[0]?.id ?? ''
}

/** Issues the code of the person's latest flow. It expires counting from this click, not from the request. */
export async function issueFlowCode(
  tx: PoolClient,
  { userId, methods }: { userId: string; methods: string[] },
): Promise<string | null> {
  const { rows } = await tx.query<{ auth_code: string }>(
    `update auth.flow_state set auth_code_issued_at = now()
      where id = (select id from auth.flow_state where user_id = $1 and authentication_method = any($2)
                    and auth_code_issued_at is null and code_challenge is not null
                   order by created_at desc limit 1)
     returning auth_code`,
    [userId, methods],
  )
  return rows[0]?.auth_code ?? null
}

interface RedeemedFlow {
  userId: string
  proof: Proof
  providerAccessToken: string | null
  providerRefreshToken: string | null
}

interface FlowRow {
  id: string
  user_id: string | null
  code_challenge: string
  code_challenge_method: 's256' | 'plain' | null
  authentication_method: string
  provider_type: string
  provider_access_token: string | null
  provider_refresh_token: string | null
  is_over: boolean
}

const CODE_LIFE_SECONDS = 300

/** Redeems a code with its verifier. With the row lock, one of many concurrent calls wins; the others find no row. */
export async function redeemFlow(
  tx: PoolClient,
  { code, verifier }: { code: string; verifier: string },
): Promise<RedeemedFlow> {
  const { rows } = await tx.query<FlowRow>(
    `select *, auth_code_issued_at < now() - make_interval(secs => ${CODE_LIFE_SECONDS}) as is_over
       from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null and code_challenge is not null
        for update`,
    [code],
  )
  const flow = rows[0]
  if (!flow?.user_id) {
    throw new AuthRefusal(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  }
  if (flow.is_over) throw new AuthRefusal(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  if (!matches(flow, verifier)) {
    throw new AuthRefusal(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
  }
  await tx.query('delete from auth.flow_state where id = $1', [flow.id])
  const isProvider = flow.authentication_method === 'oauth' || flow.authentication_method === 'sso/saml'
  return {
    userId: flow.user_id,
    proof: { method: flow.authentication_method, ...(isProvider ? { provider: flow.provider_type } : {}) },
    providerAccessToken: flow.provider_access_token,
    providerRefreshToken: flow.provider_refresh_token,
  }
}

function matches(flow: FlowRow, verifier: string): boolean {
  const digest = flow.code_challenge_method === 's256' ? sha256(verifier).toString('base64url') : verifier
  return timingSafeEqual(sha256(digest), sha256(flow.code_challenge))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
