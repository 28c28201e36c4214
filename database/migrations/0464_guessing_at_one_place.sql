-- Wrong codes at one hub, or at one shop, are counted together: whoever has many helpers guesses no faster.
create index wrong_tries_lately on codes.wrong_tries (at);
