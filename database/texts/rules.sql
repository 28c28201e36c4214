-- Texts pasted from chats and contact lists contain invisible direction marks. In a name they also turn the text next to it:
-- after "Rice" with such a mark, the rest of a sentence is written from right to left. They are removed from names on input.
create function public.without_direction_marks(written text) returns text
  language sql immutable strict parallel safe
  set search_path = ''
  -- Embeddings, overrides and isolates, and control characters except tab and line breaks.
  as $$ select regexp_replace(written, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]', '', 'g') $$;
