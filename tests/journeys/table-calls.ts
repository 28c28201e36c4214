import type { APIRequestContext } from '@playwright/test'
import { publishableKey } from './people.ts'

export interface TableCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Access token; a visitor's call without. */
  token?: string
  data?: unknown
}

/** A call of the table API or of a command, as any client makes it. `path` starts after the origin. */
export async function callWire<Answer>(request: APIRequestContext, path: string, call: TableCall = {}) {
  const key = await publishableKey(request)
  const answer = await request.fetch(path, {
    method: call.method ?? 'GET',
    headers: { apikey: key, authorization: `Bearer ${call.token ?? key}`, prefer: 'return=representation' },
    ...(call.data === undefined ? {} : { data: call.data }),
  })
  const text = await answer.text()
  return { status: answer.status(), body: (text ? JSON.parse(text) : null) as Answer }
}
