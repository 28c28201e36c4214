-- Documents of a period are added up from the index alone; their rows hold all that they say.
drop index public.documents_issued;
create index documents_issued on public.documents (issued_at, id) include (kind, year, serial, amount_kobo);
