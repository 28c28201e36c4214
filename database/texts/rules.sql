-- Texts pasted from chats and contact lists bring invisible signs along that turn the direction of reading. In a name they turn what stands
-- beside it as well: "Rice" followed by such a sign writes the next words of a sentence from right to left. Names lose them on their way in.
create function public.without_direction_marks(written text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  -- Embeddings, overrides and isolates, and control signs but for tab and line breaks.
  as $$ select regexp_replace(written, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]', '', 'g') $$;
