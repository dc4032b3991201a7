-- Plainer words for the questions, in clubs that still have the old ones. No choice changes its place or its meaning.
UPDATE quiz_questions SET question = 'What makes a good evening?'
  WHERE id = 1 AND question = 'What makes an evening a good one?';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["Laughing until it hurts", "One deep conversation", "Meeting someone very different from me", "Good food; anything else is a bonus"]'
  WHERE id = 1 AND choices = '["Laughing until it hurts", "One conversation that goes deep", "Meeting someone quite unlike me", "Good food, and the rest is a bonus"]';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["want to laugh until it hurts", "want one deep conversation", "want to meet someone very different", "come for the food"]'
  WHERE id = 1 AND says = '["would like to laugh until it hurts", "would like one conversation that goes deep", "would like to meet someone quite unlike them", "came for good food"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'With new people, do you listen or talk?'
  WHERE id = 2 AND question = 'With people you don’t know yet, do you listen or talk?';
--> statement-breakpoint
UPDATE quiz_questions SET min_label = 'Mostly listen'
  WHERE id = 2 AND min_label = 'I mostly listen';
--> statement-breakpoint
UPDATE quiz_questions SET max_label = 'Mostly talk'
  WHERE id = 2 AND max_label = 'I mostly talk';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["Dry humor", "Bad puns", "Absurd things", "True stories", "People who laugh at themselves", "Dark humor", "Other people’s laughter"]'
  WHERE id = 3 AND choices = '["Dry remarks", "Puns, the worse the better", "The absurd", "Stories that really happened", "People who laugh at themselves", "Dark humour", "Other people laughing"]';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["like dry humor", "laugh at bad puns", "laugh at absurd things", "love a true story", "like people who laugh at themselves", "like dark humor", "laugh when others laugh"]'
  WHERE id = 3 AND says = '["laugh at dry remarks", "laugh at puns, the worse the better", "laugh at the absurd", "laugh at stories that really happened", "laugh at themselves", "laugh at dark humour", "laugh when others do"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'It’s midnight, and the party’s over. What now?'
  WHERE id = 4 AND question = 'The party is over at midnight. How are you?';
--> statement-breakpoint
UPDATE quiz_questions SET min_label = 'Straight to bed'
  WHERE id = 4 AND min_label = 'Glad of my bed';
--> statement-breakpoint
UPDATE quiz_questions SET max_label = 'Where to next?'
  WHERE id = 4 AND max_label = 'Asking where we go next';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["go straight to bed when the party’s over", "want to go on when the party’s over"]'
  WHERE id = 4 AND says = '["are glad of their bed by midnight", "ask where to go next at midnight"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'What could you talk about for hours?'
  WHERE id = 5 AND question = 'What could you talk about until they close?';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["Films", "Books", "Music", "Sports", "Travel", "Cooking", "Science", "Technology", "History", "Art and design", "Theater", "Nature", "Animals", "Business", "Psychology", "Big questions", "Family", "Cities", "Games", "Learning languages"]'
  WHERE id = 5 AND choices = '["Films", "Books", "Music", "Sport", "Travel", "Cooking", "Science", "Technology", "History", "Art and design", "Theatre", "Nature", "Animals", "Business", "Psychology", "Big questions", "Family", "Cities", "Games", "Learning languages"]';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["could talk about films for hours", "could talk about books for hours", "could talk about music for hours", "could talk about sports for hours", "could talk about travel for hours", "could talk about cooking for hours", "could talk about science for hours", "could talk about technology for hours", "could talk about history for hours", "could talk about art and design for hours", "could talk about theater for hours", "could talk about nature for hours", "could talk about animals for hours", "could talk about business for hours", "could talk about psychology for hours", "could talk about big questions for hours", "could talk about family for hours", "could talk about cities for hours", "could talk about games for hours", "could talk about learning languages for hours"]'
  WHERE id = 5 AND says = '["could talk about films until they close", "could talk about books until they close", "could talk about music until they close", "could talk about sport until they close", "could talk about travel until they close", "could talk about cooking until they close", "could talk about science until they close", "could talk about technology until they close", "could talk about history until they close", "could talk about art and design until they close", "could talk about theatre until they close", "could talk about nature until they close", "could talk about animals until they close", "could talk about business until they close", "could talk about psychology until they close", "could talk about big questions until they close", "could talk about family until they close", "could talk about cities until they close", "could talk about games until they close", "could talk about learning languages until they close"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'Someone at the table says something you think is wrong. What do you do?'
  WHERE id = 6 AND question = 'Someone at the table says a thing you find plainly wrong. What do you do?';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["Ask why they think so", "Say what I think", "Let it go, it’s dinner", "Enjoy the argument"]'
  WHERE id = 6 AND choices = '["Ask how they came to think so", "Say what I think", "Let it pass, it is dinner", "Enjoy the argument"]';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["ask why when you disagree", "say what you think", "let things go at dinner", "enjoy a good argument"]'
  WHERE id = 6 AND says = '["ask how others came to think so", "say what they think", "let things pass at dinner", "enjoy an argument"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'How far ahead do you plan your week?'
  WHERE id = 7 AND question = 'How far ahead is your week planned?';
--> statement-breakpoint
UPDATE quiz_questions SET max_label = 'It’s all in my calendar'
  WHERE id = 7 AND max_label = 'It is all in the calendar';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["decide on the day", "plan your week ahead"]'
  WHERE id = 7 AND says = '["decide on the day", "have it all in the calendar"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'What’s a free Sunday for?'
  WHERE id = 8 AND question = 'A free Sunday. What is it for?';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["A long walk", "A museum, a film or a concert", "People, the more the better", "A book and time alone", "Making or fixing something"]'
  WHERE id = 8 AND choices = '["Walking until the city ends", "A museum, a film, a concert", "People, the more the better", "A book and nobody", "Making or mending something"]';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["like a long walk on a free Sunday", "like a museum, a film or a concert on a free Sunday", "like company on a free Sunday", "like a book and time alone on a free Sunday", "like to make or fix something on a free Sunday"]'
  WHERE id = 8 AND says = '["walk until the city ends on a free Sunday", "go to a museum, a film or a concert on a free Sunday", "want people on a free Sunday", "want a book and nobody on a free Sunday", "make or mend something on a free Sunday"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'How often do you try something new?'
  WHERE id = 9 AND question = 'How often do you do something for the first time?';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["like what you know", "try something new all the time"]'
  WHERE id = 9 AND says = '["like what they know", "do things for the first time all the time"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'What matters most to you in a friend?'
  WHERE id = 10 AND question = 'What do you look for first in a friend?';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["value kindness most in a friend", "value wit most in a friend", "value honesty most in a friend", "value curiosity most in a friend", "value calm most in a friend", "value drive most in a friend"]'
  WHERE id = 10 AND says = '["look for kindness first", "look for wit first", "look for honesty first", "look for curiosity first", "look for calm first", "look for drive first"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'Do you follow a diet?'
  WHERE id = 11 AND question = 'Is there a way of eating you keep to?';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["Vegetarian", "Vegan", "Pescatarian", "No pork", "Halal", "Kosher", "I eat everything"]'
  WHERE id = 11 AND choices = '["Vegetarian", "Vegan", "Fish, but no meat", "No pork", "Halal", "Kosher", "I eat everything"]';
--> statement-breakpoint
UPDATE quiz_questions SET help = 'We seat you where there’s food for you. The restaurant only gets numbers for each table.'
  WHERE id = 11 AND help = 'We ask so that every dish on your table can be yours too. The restaurant gets numbers for each table.';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'Do you have any allergies?'
  WHERE id = 12 AND question = 'Is there anything you are allergic to?';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["Gluten", "Milk", "Eggs", "Nuts", "Peanuts", "Fish", "Shellfish", "Soy", "Sesame", "Celery", "Mustard", "Something else", "None"]'
  WHERE id = 12 AND choices = '["Gluten", "Milk", "Eggs", "Nuts", "Peanuts", "Fish", "Shellfish", "Soy", "Sesame", "Celery", "Mustard", "Something else", "Nothing"]';
--> statement-breakpoint
UPDATE quiz_questions SET help = 'We tell the restaurant. It only gets numbers for each table.'
  WHERE id = 12 AND help = 'We ask so that the kitchen knows. The restaurant gets numbers for each table.';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'How spicy do you like your food?'
  WHERE id = 13 AND question = 'How spicy may it be?';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["like your food mild", "like your food hot"]'
  WHERE id = 13 AND says = '["like it mild", "like it hot"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'There’s a dish on the menu you’ve never heard of. Do you order it?'
  WHERE id = 14 AND question = 'You have never heard of a dish on the menu. What do you do?';
--> statement-breakpoint
UPDATE quiz_questions SET min_label = 'No, I order what I know'
  WHERE id = 14 AND min_label = 'I order what I know';
--> statement-breakpoint
UPDATE quiz_questions SET max_label = 'Yes, right away'
  WHERE id = 14 AND max_label = 'I order that';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["order what you know", "order dishes you’ve never heard of"]'
  WHERE id = 14 AND says = '["order what they know", "order what they have never heard of"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'How much would you spend on dinner, drinks included?'
  WHERE id = 15 AND question = 'What may a dinner cost, drinks and all?';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["As little as possible", "What a dinner out usually costs", "A bit more, for a good restaurant", "More, if it’s worth it"]'
  WHERE id = 15 AND choices = '["As little as possible", "What a dinner out usually costs", "Some more, for a good restaurant", "More, if it is worth it"]';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["No alcohol", "A glass with the food", "A bottle over the evening", "It depends on the evening"]'
  WHERE id = 16 AND choices = '["Nothing with alcohol", "A glass, to go with the food", "A bottle, to go with the evening", "It depends on the evening"]';
--> statement-breakpoint
UPDATE quiz_questions SET help = 'So nobody is the only one with water, or with wine.'
  WHERE id = 16 AND help = 'So that nobody sits alone with their water, or with their wine.';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'Your own plate, or everything in the middle?'
  WHERE id = 17 AND question = 'A plate each, or everything in the middle?';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["My own plate", "Everything in the middle", "My own, but you can try it"]'
  WHERE id = 17 AND choices = '["A plate each", "Everything in the middle", "Mine, but you may taste it"]';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["like a plate of your own", "like everything in the middle", "let others try your food"]'
  WHERE id = 17 AND says = '["like a plate each", "like everything in the middle", "let others taste from their plate"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'Who cooks at your place on a weekday?'
  WHERE id = 18 AND question = 'Who is in your kitchen on a weekday?';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["Me, and I enjoy it", "Me, because I have to", "Someone else at home", "Nobody, I eat out or order in"]'
  WHERE id = 18 AND choices = '["Me, and I enjoy it", "Me, since I have to", "Somebody else at home", "Nobody, I eat out or order in"]';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["cook and enjoy it", "cook because you have to", "have someone at home who cooks", "eat out or order in"]'
  WHERE id = 18 AND says = '["cook, and enjoy it", "cook, since they have to", "are cooked for", "eat out or order in"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'What year were you born?'
  WHERE id = 19 AND question = 'Which year were you born in?';
--> statement-breakpoint
UPDATE quiz_questions SET help = 'We seat people of about the same age together.'
  WHERE id = 19 AND help = 'We seat people of about the same age.';
--> statement-breakpoint
UPDATE quiz_questions SET help = 'This counts a little: people from different countries have more to tell each other.'
  WHERE id = 20 AND help = 'It counts for a little: a table with several countries has more to tell.';
--> statement-breakpoint
UPDATE quiz_questions SET help = 'Everyone at your table shares at least one.'
  WHERE id = 21 AND help = 'A table shares at least one.';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'What are you hoping for?'
  WHERE id = 22 AND question = 'What do you hope for?';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["New friends", "People in my line of work", "A date", "A good evening, nothing more"]'
  WHERE id = 22 AND choices = '["Friends", "People in my line of work", "A date", "A good evening, and no plans"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'What do you do during the week?'
  WHERE id = 23 AND question = 'What fills your working days?';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["Technology", "Health", "Teaching", "Art and media", "Business", "Law and public service", "Research", "A trade", "Hospitality", "Studying", "Family", "Something else, or nothing right now"]'
  WHERE id = 23 AND choices = '["Technology", "Health", "Teaching", "Art and media", "Business", "Law and public service", "Research", "A craft", "Hospitality", "Studies", "Family", "Something else, or nothing just now"]';
--> statement-breakpoint
UPDATE quiz_questions SET help = 'This counts a little: people with different jobs have more to tell each other.'
  WHERE id = 23 AND help = 'It counts for a little: different days give a table more to tell.';
--> statement-breakpoint
UPDATE quiz_questions SET choices = '["I’m only visiting", "Less than a year", "A few years", "Ten years or more", "All my life"]'
  WHERE id = 24 AND choices = '["I am only visiting", "Less than a year", "A few years", "Ten years or more", "All my life"]';
--> statement-breakpoint
UPDATE quiz_questions SET says = '["are only visiting", "have lived in your city for less than a year", "have lived in your city for a few years", "have lived in your city for ten years or more", "have always lived in the same place"]'
  WHERE id = 24 AND says = '["are only visiting", "moved to where they live less than a year ago", "have lived in one place for a few years", "have lived in one place for ten years or more", "have lived in one place all their lives"]';
--> statement-breakpoint
UPDATE quiz_questions SET question = 'Do you need step-free access to your table?'
  WHERE id = 25 AND question = 'Do you need a way to the table without steps?';
--> statement-breakpoint
UPDATE quiz_questions SET help = 'We’ll seat you at a restaurant that has it.'
  WHERE id = 25 AND help = 'We seat you where there is one.';
--> statement-breakpoint
-- Links to pictures, which no page showed: photos are in the bucket now.
UPDATE venues SET photo = NULL WHERE photo LIKE 'http%';
