-- What a table is told it shares. A question without these is never spoken of.
UPDATE quiz_questions SET says = '["would like to laugh until it hurts", "would like one conversation that goes deep", "would like to meet someone quite unlike them", "came for good food"]' WHERE id = 1;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["laugh at dry remarks", "laugh at puns, the worse the better", "laugh at the absurd", "laugh at stories that really happened", "laugh at themselves", "laugh at dark humour", "laugh when others do"]' WHERE id = 3;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["are glad of their bed by midnight", "ask where to go next at midnight"]' WHERE id = 4;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["could talk about films until they close", "could talk about books until they close", "could talk about music until they close", "could talk about sport until they close", "could talk about travel until they close", "could talk about cooking until they close", "could talk about science until they close", "could talk about technology until they close", "could talk about history until they close", "could talk about art and design until they close", "could talk about theatre until they close", "could talk about nature until they close", "could talk about animals until they close", "could talk about business until they close", "could talk about psychology until they close", "could talk about big questions until they close", "could talk about family until they close", "could talk about cities until they close", "could talk about games until they close", "could talk about learning languages until they close"]' WHERE id = 5;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["ask how others came to think so", "say what they think", "let things pass at dinner", "enjoy an argument"]' WHERE id = 6;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["decide on the day", "have it all in the calendar"]' WHERE id = 7;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["walk until the city ends on a free Sunday", "go to a museum, a film or a concert on a free Sunday", "want people on a free Sunday", "want a book and nobody on a free Sunday", "make or mend something on a free Sunday"]' WHERE id = 8;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["like what they know", "do things for the first time all the time"]' WHERE id = 9;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["look for kindness first", "look for wit first", "look for honesty first", "look for curiosity first", "look for calm first", "look for drive first"]' WHERE id = 10;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["like it mild", "like it hot"]' WHERE id = 13;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["order what they know", "order what they have never heard of"]' WHERE id = 14;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["like a plate each", "like everything in the middle", "let others taste from their plate"]' WHERE id = 17;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["cook, and enjoy it", "cook, since they have to", "are cooked for", "eat out or order in"]' WHERE id = 18;
--> statement-breakpoint
UPDATE quiz_questions SET says = '["are only visiting", "came to this city less than a year ago", "have lived in this city for a few years", "have lived in this city for ten years or more", "have lived in this city all their lives"]' WHERE id = 24;
