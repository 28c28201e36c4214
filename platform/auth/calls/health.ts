import { jsonResponse } from '../auth.ts'

/** GET /health, in the form that clients of this protocol expect. */
export async function health(): Promise<Response> {
  return jsonResponse({
    version: 'v2',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })
}
