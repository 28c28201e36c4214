import type { Guard } from '../guard.ts'

const MOVES = 'platform/files/tests/moves.test.ts'
const SIGNED = 'platform/files/tests/signed-uploads.test.ts'
const ADDRESSES = 'platform/files/tests/upload-addresses.test.ts'
const PRODUCT = 'database/tests/catalogue/moved-files.test.ts'

export const FILE_GUARDS: readonly Guard[] = [
  {
    name: 'files of this market are not moved',
    file: 'database/files/guards.sql',
    text: "raise exception 'Files of this market keep their names' using errcode = 'PT403';",
    broken: 'return new;',
    tests: [PRODUCT],
  },
  {
    name: 'a moved file is no larger than its bucket allows',
    file: 'platform/files/sql/guards.sql',
    text: "if (new.metadata ->> 'size')::bigint > limits.file_size_limit then",
    broken: 'if false then',
    tests: [MOVES],
  },
  {
    name: 'a moved file is of a type that its bucket allows',
    file: 'platform/files/sql/guards.sql',
    text: 'if not exists (select from unnest(limits.allowed_mime_types)',
    broken: 'if false and not exists (select from unnest(limits.allowed_mime_types)',
    tests: [MOVES],
  },
  {
    name: 'a moved picture is no longer than its bucket stores',
    file: 'platform/files/sql/guards.sql',
    text: "if greatest((new.metadata ->> 'width')::integer, (new.metadata ->> 'height')::integer) > limits.longest_side then",
    broken: 'if false then',
    tests: [MOVES],
  },
  {
    name: 'a moved file counts for its bucket',
    file: 'platform/files/sql/guards.sql',
    text: 'create trigger count_upload after insert or update of blob, bucket_id on',
    broken: 'create trigger count_upload after insert or update of blob on',
    tests: [MOVES],
  },
  {
    name: 'an address for an upload works once',
    file: 'platform/files/sql/rules.sql',
    text: 'insert into storage.used_upload_tokens (id, expires_at) values (token_id, token_expires_at)',
    broken:
      'insert into storage.used_upload_tokens (id, expires_at) values (token_id, token_expires_at) on conflict do nothing',
    tests: [SIGNED],
  },
  {
    name: 'an upload in parts becomes one object',
    file: 'platform/files/sql/rules.sql',
    text: "if not found then raise exception 'Another request has continued this upload.'",
    broken: "if false then raise exception 'Another request has continued this upload.'",
    tests: [ADDRESSES],
  },
  {
    name: 'one person has at most 20 unfinished uploads',
    file: 'platform/files/sql/guards.sql',
    text: "perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('resumable ' || new.caller, 0));",
    broken: '',
    tests: [ADDRESSES],
  },
  {
    name: 'an upload has at most 400 parts',
    file: 'platform/files/sql/guards.sql',
    text: 'if (select count(*) from storage.upload_parts where upload_id = new.upload_id) >= 400 then',
    broken: 'if false then',
    tests: [ADDRESSES],
  },
]
