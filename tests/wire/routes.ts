/** Every route family on the wire; `{id}` is a placeholder. For tests that send malformed requests. */
export interface Route {
  method: string
  path: string
}

const TABLES = [
  'profiles',
  'referrals',
  'vendors',
  'products',
  'group_buys',
  'orders',
  'bulk_orders',
  'order_lines',
  'featured_deals',
  'advertisements',
  'email_templates',
  'email_logs',
  'blog_posts',
  'conversations',
  'messages',
  'top_referrers',
]

const AUTH = [
  'POST /signup',
  'POST /token?grant_type=password',
  'POST /token?grant_type=refresh_token',
  'POST /token?grant_type=pkce',
  'POST /token?grant_type=id_token',
  'POST /token?grant_type=x',
  'POST /logout',
  'POST /verify',
  'GET /verify?token=x&type=signup',
  'POST /otp',
  'POST /magiclink',
  'GET /reauthenticate',
  'POST /recover',
  'POST /resend',
  'GET /user',
  'PUT /user',
  'GET /authorize?provider=google',
  'GET /callback?state=x&code=y',
  'GET /user/identities/authorize?provider=google',
  'DELETE /user/identities/{id}',
  'GET /sessions',
  'DELETE /sessions/{id}',
  'POST /factors',
  'POST /factors/{id}/challenge',
  'POST /factors/{id}/verify',
  'DELETE /factors/{id}',
  'GET /admin/users',
  'POST /admin/users',
  'PUT /admin/users/{id}',
  'DELETE /admin/users/{id}',
  'GET /admin/users/{id}/factors',
  'POST /admin/generate_link',
  'POST /invite',
  'POST /sso',
  'POST /sso/saml/acs',
  'GET /captcha',
  'GET /settings',
  'GET /.well-known/jwks.json',
  'GET /.well-known/openid-configuration',
  'GET /oauth/authorize',
  'POST /oauth/token',
  'GET /oauth/userinfo',
  'GET /oauth/authorizations/{id}',
  'POST /oauth/authorizations/{id}/consent',
  'POST /oauth/clients/register',
  'GET /user/oauth/grants',
  'DELETE /user/oauth/grants',
  'GET /admin/oauth/clients',
  'POST /admin/oauth/clients',
  'PUT /admin/oauth/clients/{id}',
]

const STORAGE = [
  'GET /object/public/pictures/{id}.png',
  'GET /object/sign/pictures/{id}.png?token=x',
  'GET /object/info/pictures/{id}.png',
  'POST /object/sign/pictures/{id}.png',
  'POST /object/list/pictures',
  'POST /object/pictures/{id}.png',
  'PUT /object/pictures/{id}.png',
  'DELETE /object/pictures',
  'POST /object/list-v2/pictures',
  'POST /object/move',
  'POST /object/copy',
  'POST /object/upload/sign/pictures/{id}.png',
  'PUT /object/upload/sign/pictures/{id}.png?token=x',
  'GET /render/image/public/pictures/{id}.png',
  'GET /render/image/authenticated/pictures/{id}.png',
  'GET /render/image/sign/pictures/{id}.png?token=x',
  'POST /upload/resumable',
  'HEAD /upload/resumable/{id}',
  'PATCH /upload/resumable/{id}',
  'DELETE /upload/resumable/{id}',
  'POST /upload/resumable/sign',
  'PATCH /upload/resumable/sign/{id}',
  'GET /bucket',
  'POST /bucket',
  'GET /bucket/pictures',
  'PUT /bucket/none',
  'POST /bucket/none/empty',
  'DELETE /bucket/none',
]

const REALTIME = ['POST /api/broadcast', 'POST /api/broadcast/room/events/word', 'GET /websocket']

const route = (prefix: string) => (line: string) => {
  const [method = '', path = ''] = line.split(' ')
  return { method, path: prefix + path }
}

export function wireRoutes(commands: readonly { name: string }[]): Route[] {
  return [
    ...commands.map(({ name }) => ({ method: 'POST', path: `/functions/v1/${name}` })),
    ...TABLES.flatMap((table) =>
      ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'].map((method) => ({ method, path: `/rest/v1/${table}` })),
    ),
    { method: 'GET', path: '/rest/v1/' },
    { method: 'POST', path: '/rest/v1/rpc/nothing' },
    ...AUTH.map(route('/auth/v1')),
    ...STORAGE.map(route('/storage/v1')),
    ...REALTIME.map(route('/realtime/v1')),
  ]
}
