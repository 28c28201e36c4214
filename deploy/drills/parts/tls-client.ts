import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'

export interface Certificate {
  certificate: string
  key: string
}

/** A certificate for localhost that only the drill trusts. */
export function makeCertificate(folder: string): Certificate {
  const made = { certificate: join(folder, 'localhost.crt'), key: join(folder, 'localhost.key') }
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-x509', '-days', '2']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const { status, stderr } = spawnSync('openssl', [
    'req',
    ...curve,
    ...name,
    '-keyout',
    made.key,
    '-out',
    made.certificate,
  ])
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`)
  return made
}

interface TlsRequest {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Source address on this machine. */
  from?: string
}

export interface TlsResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A client over TLS with keep-alive connections; rejects without a response. */
export function openTlsClient(origin: string, { certificate }: Pick<Certificate, 'certificate'>) {
  const ca = readFileSync(certificate)
  const agents = new Map<string, Agent>()
  const agentFor = (from: string) => {
    const agent = agents.get(from) ?? new Agent({ ca, keepAlive: true, localAddress: from })
    agents.set(from, agent)
    return agent
  }
  return {
    ca,
    send({ path, method = 'GET', headers = {}, body, from = '127.0.0.1' }: TlsRequest): Promise<TlsResponse> {
      return new Promise((resolve, reject) => {
        const options = { method, headers, agent: agentFor(from), timeout: 30_000 }
        const call = request(`${origin}${path}`, options, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (bytes: Buffer) => parts.push(bytes))
          answer.once('error', reject)
          answer.once('end', () => {
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) })
          })
        })
        call.once('error', reject)
        call.once('timeout', () => call.destroy(new Error('no answer within 30 seconds')))
        call.end(body)
      })
    },
    close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

export type TlsClient = ReturnType<typeof openTlsClient>
